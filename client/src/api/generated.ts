export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AdminEventList */
        AdminEventList: {
            /** Events */
            events: components["schemas"]["AdminEventShape"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** AdminEventShape */
        AdminEventShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * At
             * Format: date-time
             */
            at: string;
            actor: components["schemas"]["NamedThing"] | null;
            /** What */
            what: string;
            target: components["schemas"]["NamedThing"] | null;
            organization: components["schemas"]["NamedThing"] | null;
            /** Detail */
            detail: {
                [key: string]: unknown;
            };
        };
        /** ChatList */
        ChatList: {
            /** Chats */
            chats: components["schemas"]["ChatShape"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** ChatShape */
        ChatShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Title */
            title: string;
            /** Personaid */
            personaId: string;
            /**
             * Visibility
             * @enum {string}
             */
            visibility: "private" | "public";
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Updatedat
             * Format: date-time
             */
            updatedAt: string;
        };
        /** DatabaseHealth */
        DatabaseHealth: {
            /** Serverversion */
            serverVersion: string;
            /** Bytes */
            bytes: number;
            /** Connections */
            connections: number;
            /** Mostconnections */
            mostConnections: number;
        };
        /** DeadLetterList */
        DeadLetterList: {
            /** Deadletters */
            deadLetters: components["schemas"]["DeadLetterShape"][];
            /** Total */
            total: number;
        };
        /** DeadLetterShape */
        DeadLetterShape: {
            /** Id */
            id: string;
            /**
             * Source
             * @enum {string}
             */
            source: "job" | "memory";
            /** Kind */
            kind: string;
            /** Failure */
            failure: string;
            /** Tries */
            tries: number;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Diedat
             * Format: date-time
             */
            diedAt: string;
        };
        /** DiskHealth */
        DiskHealth: {
            /** Freebytes */
            freeBytes: number;
            /** Totalbytes */
            totalBytes: number;
        };
        /** EmbedderHealth */
        EmbedderHealth: {
            /** Name */
            name: string;
            /** Dimensions */
            dimensions: number;
        };
        /** EventList */
        EventList: {
            /** Events */
            events: components["schemas"]["EventShape"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** EventShape */
        EventShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * At
             * Format: date-time
             */
            at: string;
            actor: components["schemas"]["NamedShape"] | null;
            /** What */
            what: string;
            target: components["schemas"]["NamedShape"] | null;
            /** Detail */
            detail: {
                [key: string]: unknown;
            };
        };
        /** FactorsShape */
        FactorsShape: {
            /** Appsince */
            appSince: string | null;
            /** Passkeys */
            passkeys: components["schemas"]["PasskeyEntry"][];
            /** Mayaddpasskeys */
            mayAddPasskeys: boolean;
            /** Recoverycodesleft */
            recoveryCodesLeft: number;
        };
        /**
         * FeatureTable
         * @description Names as they are written everywhere else; null is no limit.
         */
        FeatureTable: {
            /** Chats Per Day */
            chats_per_day: number | null;
            /** Storage Bytes */
            storage_bytes: number | null;
            /** Voice Minutes Per Month */
            voice_minutes_per_month: number | null;
            /** Api Requests Per Minute */
            api_requests_per_minute: number | null;
            /** Seats */
            seats: number | null;
            /** Memory Characters Per Day */
            memory_characters_per_day: number | null;
            /** Background Calls Per Day */
            background_calls_per_day: number | null;
        };
        /** FileEntry */
        FileEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Filename */
            filename: string;
            /** Mediatype */
            mediaType: string;
            /** Bytes */
            bytes: number;
        };
        /** HealthShape */
        HealthShape: {
            /**
             * Status
             * @enum {string}
             */
            status: "ready" | "not_ready";
            /** Version */
            version: string;
            /** Parts */
            parts: {
                [key: string]: string;
            };
            database: components["schemas"]["DatabaseHealth"];
            migrations: components["schemas"]["MigrationsHealth"];
            embedder: components["schemas"]["EmbedderHealth"];
            /** Models */
            models: components["schemas"]["ModelHealth"][];
            disk: components["schemas"]["DiskHealth"] | null;
            worker: components["schemas"]["WorkerHealth"];
            streams: components["schemas"]["StreamsHealth"];
            mail: components["schemas"]["MailHealth"];
            outbox: components["schemas"]["OutboxHealth"];
        };
        /** IdentityEntry */
        IdentityEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Provider */
            provider: string | null;
            /** Label */
            label: string;
            /**
             * Linkedat
             * Format: date-time
             */
            linkedAt: string;
            /** Islastwayin */
            isLastWayIn: boolean;
        };
        /** InfoShape */
        InfoShape: {
            /** Version */
            version: string;
            model: components["schemas"]["ModelShape"];
            /** Models */
            models: components["schemas"]["ModelShape"][];
            /** Features */
            features: {
                [key: string]: boolean;
            };
        };
        /** InvitationList */
        InvitationList: {
            /** Invites */
            invites: components["schemas"]["InvitationShape"][];
        };
        /** InvitationShape */
        InvitationShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Note */
            note: string;
            /** Maxuses */
            maxUses: number;
            /** Uses */
            uses: number;
            /** Madeby */
            madeBy: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
        };
        /** InviteList */
        InviteList: {
            /** Invites */
            invites: components["schemas"]["InviteShape"][];
        };
        /** InviteShape */
        InviteShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Code */
            code: string | null;
            /** Link */
            link: string | null;
            /**
             * Role
             * @enum {string}
             */
            role: "admin" | "member";
            /** Maxuses */
            maxUses: number;
            /** Uses */
            uses: number;
            /** Email */
            email: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
        };
        /** InvitingOrganization */
        InvitingOrganization: {
            /** Name */
            name: string;
        };
        /** JobKindShape */
        JobKindShape: {
            /** Kind */
            kind: string;
            /** Waiting */
            waiting: number;
            /** Later */
            later: number;
            /** Running */
            running: number;
            /** Dead */
            dead: number;
            /** Oldestseconds */
            oldestSeconds: number;
        };
        /** KeyBody */
        KeyBody: {
            /** Name */
            name: string;
            /** Scopes */
            scopes: ("chat" | "chat:read" | "chat:write" | "memory" | "memory:read" | "memory:write")[];
            /** Expiresat */
            expiresAt?: string | null;
        };
        /** KeyEntry */
        KeyEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Prefix */
            prefix: string;
            /** Scopes */
            scopes: string[];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastusedat */
            lastUsedAt: string | null;
            /** Expiresat */
            expiresAt: string | null;
        };
        /** LimitsShape */
        LimitsShape: {
            /** Features */
            features: {
                [key: string]: number | null;
            };
        };
        /** MadeInviteShape */
        MadeInviteShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Code */
            code: string;
            /** Link */
            link: string;
            /** Maxuses */
            maxUses: number;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
        };
        /** MadeKey */
        MadeKey: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Prefix */
            prefix: string;
            /** Scopes */
            scopes: string[];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastusedat */
            lastUsedAt: string | null;
            /** Expiresat */
            expiresAt: string | null;
            /**
             * Key
             * @description The key itself, shown this once.
             */
            key: string;
        };
        /** MailHealth */
        MailHealth: {
            /** Cansend */
            canSend: boolean;
            /** Waiting */
            waiting: number;
            /** Oldestseconds */
            oldestSeconds: number;
            /** Failed */
            failed: number;
        };
        /** MailList */
        MailList: {
            /** Mails */
            mails: components["schemas"]["MailShape"][];
            /** Cansend */
            canSend: boolean;
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** MailShape */
        MailShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Userid
             * Format: uuid
             */
            userId: string;
            /** Purpose */
            purpose: string;
            /**
             * State
             * @enum {string}
             */
            state: "waiting" | "sent" | "kept" | "failed";
            /** Tries */
            tries: number;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Endedat */
            endedAt: string | null;
            words: components["schemas"]["MailWords"] | null;
        };
        /** MailWords */
        MailWords: {
            /** To */
            to: string;
            /** Subject */
            subject: string;
            /** Text */
            text: string;
        };
        /** Me */
        Me: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Type */
            type: string;
            /** Email */
            email: string | null;
            /** Name */
            name: string;
            /** Picture */
            picture: string | null;
            /** Tenantid */
            tenantId: string;
            /** Isadmin */
            isAdmin: boolean;
        };
        /** MemberList */
        MemberList: {
            /** Members */
            members: components["schemas"]["MemberShape"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** MemberShape */
        MemberShape: {
            /**
             * Userid
             * Format: uuid
             */
            userId: string;
            /** Name */
            name: string;
            /** Email */
            email: string | null;
            /**
             * Role
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /**
             * Joinedat
             * Format: date-time
             */
            joinedAt: string;
            /** Isyou */
            isYou: boolean;
            /** Canmanage */
            canManage: boolean;
        };
        /** MessageList */
        MessageList: {
            chat: components["schemas"]["ChatShape"];
            /** Messages */
            messages: components["schemas"]["MessageShape"][];
            /** Hasmore */
            hasMore: boolean;
            /** Ismine */
            isMine: boolean;
        };
        /** MessageShape */
        MessageShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /**
             * Role
             * @enum {string}
             */
            role: "user" | "assistant";
            /** Parts */
            parts: {
                [key: string]: unknown;
            }[];
            /**
             * Status
             * @enum {string}
             */
            status: "complete" | "partial" | "error";
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Turnid
             * Format: uuid
             */
            turnId: string;
            /** Model */
            model: string | null;
            /** Feedback */
            feedback: ("up" | "down") | null;
            /** Siblings */
            siblings: string[];
        };
        /** MigrationsHealth */
        MigrationsHealth: {
            /** Present */
            present: string;
            /** Known */
            known: string;
        };
        /** ModelHealth */
        ModelHealth: {
            /** Name */
            name: string;
            /** Isdemo */
            isDemo: boolean;
            /** Isresting */
            isResting: boolean;
        };
        /** ModelShape */
        ModelShape: {
            /** Name */
            name: string;
            /** Isdemo */
            isDemo: boolean;
            /** Seesimages */
            seesImages: boolean;
        };
        /** MyOrganization */
        MyOrganization: {
            organization: components["schemas"]["OrganizationShape"] | null;
        };
        /** NamedShape */
        NamedShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
        };
        /** NamedThing */
        NamedThing: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
        };
        /** OrganizationEntry */
        OrganizationEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Plan */
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            /** Members */
            members: number;
            /** Hasowner */
            hasOwner: boolean;
            seats: components["schemas"]["SeatsShape"];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
        };
        /** OrganizationList */
        OrganizationList: {
            /** Organizations */
            organizations: components["schemas"]["OrganizationEntry"][];
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** OrganizationShape */
        OrganizationShape: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Plan */
            plan: ("free" | "pro" | "business" | "unlimited") | null;
            /**
             * Role
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /** Permissions */
            permissions: ("org.view" | "org.edit" | "org.delete" | "members.view" | "members.invite" | "members.remove" | "members.edit_role" | "billing.view" | "billing.manage" | "resources.create" | "resources.delete" | "personas.create" | "personas.edit" | "personas.delete")[];
            seats: components["schemas"]["SeatsShape"];
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
        };
        /**
         * OutboxHealth
         * @description The memory's: turns on their way into summaries and to other stores.
         */
        OutboxHealth: {
            /** Pending */
            pending: number;
            /** Oldestpendingseconds */
            oldestPendingSeconds: number;
            /** Dead */
            dead: number;
            /** Pendingembeddings */
            pendingEmbeddings: number;
        };
        /** PasskeyEntry */
        PasskeyEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /** Host */
            host: string;
            /** Isofthishost */
            isOfThisHost: boolean;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastusedat */
            lastUsedAt: string | null;
        };
        /** PersonaShape */
        PersonaShape: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Description */
            description: string;
            /** Isdefault */
            isDefault: boolean;
            /** Isperpetual */
            isPerpetual: boolean;
            /**
             * Speaks
             * @enum {string}
             */
            speaks: "always" | "when_spoken_to" | "never";
            /** Models */
            models: components["schemas"]["ModelShape"][];
            /** Profiles */
            profiles: components["schemas"]["ProfileShape"][];
        };
        /** PlanEntry */
        PlanEntry: {
            /**
             * Id
             * @enum {string}
             */
            id: "free" | "pro" | "business" | "unlimited";
            features: components["schemas"]["FeatureTable"];
        };
        /**
         * ProfileShape
         * @description A side of a persona that a chat can be held with.
         */
        ProfileShape: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Description */
            description: string;
        };
        /** PromptSettings */
        PromptSettings: {
            /** Thinprompt */
            thinPrompt: string;
            /** Conversational */
            conversational: components["schemas"]["Rule"][];
            /** Actionable */
            actionable: components["schemas"]["Rule"][];
            /** Actionentities */
            actionEntities: string[];
            /** Canrequests */
            canRequests: components["schemas"]["Rule"][];
            /** Historytokens */
            historyTokens: number;
            /** Prompttokens */
            promptTokens: number;
        };
        /** ProviderEntry */
        ProviderEntry: {
            /** Name */
            name: string;
            /** Label */
            label: string;
        };
        /** QrShape */
        QrShape: {
            /** Size */
            size: number;
            /** Path */
            path: string;
        };
        /** QueueShape */
        QueueShape: {
            /** Kinds */
            kinds: components["schemas"]["JobKindShape"][];
            /** Running */
            running: components["schemas"]["RunningJobShape"][];
            /** Schedule */
            schedule: components["schemas"]["ScheduledShape"][];
        };
        /** ResetLink */
        ResetLink: {
            /** Link */
            link: string;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
        };
        /**
         * Rule
         * @description A regex with a name; the name, never what it matched, stands in the trace.
         */
        Rule: {
            /** Name */
            name: string;
            /** Pattern */
            pattern: string;
        };
        /** RunningJobShape */
        RunningJobShape: {
            /** Id */
            id: number;
            /** Kind */
            kind: string;
            /** Attempt */
            attempt: number;
            /**
             * Since
             * Format: date-time
             */
            since: string;
            /**
             * Heardat
             * Format: date-time
             */
            heardAt: string;
        };
        /** ScheduledShape */
        ScheduledShape: {
            /** Name */
            name: string;
            /** Cron */
            cron: string;
            /** Lastrun */
            lastRun: string | null;
            /**
             * Nextrun
             * Format: date-time
             */
            nextRun: string;
        };
        /** SeatsShape */
        SeatsShape: {
            /** Count */
            count: number;
            /** Used */
            used: number;
            /** Pendingremoval */
            pendingRemoval: number | null;
        };
        /** SecretShape */
        SecretShape: {
            /** Secret */
            secret: string;
            /** Uri */
            uri: string;
            qr: components["schemas"]["QrShape"];
        };
        /** SeenInvite */
        SeenInvite: {
            organization: components["schemas"]["InvitingOrganization"];
            /** Invitedby */
            invitedBy: string;
            /**
             * Role
             * @enum {string}
             */
            role: "admin" | "member";
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
            /** Seatsleft */
            seatsLeft: boolean;
        };
        /** SettingsVersion */
        SettingsVersion: {
            /** Version */
            version: number;
            settings: components["schemas"]["PromptSettings"];
            /** Changedby */
            changedBy: string | null;
            /** Changedat */
            changedAt: string | null;
        };
        /** SettingsVersions */
        SettingsVersions: {
            /** Versions */
            versions: components["schemas"]["SettingsVersion"][];
            /** Nextbefore */
            nextBefore: number | null;
        };
        /** SignInEntry */
        SignInEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Useragent */
            userAgent: string;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /**
             * Lastseenat
             * Format: date-time
             */
            lastSeenAt: string;
            /**
             * Expiresat
             * Format: date-time
             */
            expiresAt: string;
            /** Iscurrent */
            isCurrent: boolean;
        };
        /** StepShape */
        StepShape: {
            /** Ways */
            ways: ("code" | "passkey" | "recovery_code" | "password" | "provider")[];
            /** Expiresat */
            expiresAt: string | null;
            /** Passkeyoptions */
            passkeyOptions: {
                [key: string]: unknown;
            } | null;
        };
        /** StreamsHealth */
        StreamsHealth: {
            /** Here */
            here: number;
            /** Everywhere */
            everywhere: number;
            /** Webprocesses */
            webProcesses: number;
        };
        /** TheirOrganization */
        TheirOrganization: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Name */
            name: string;
            /**
             * Role
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /** Plan */
            plan: string | null;
        };
        /** TriedWay */
        TriedWay: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "conversational" | "actionable";
            /** Reason */
            reason: string;
            /** Rules */
            rules: string[];
            /** Entities */
            entities: string[];
            /** Canrule */
            canRule: string | null;
            /** Version */
            version: number;
        };
        /** Usage */
        Usage: {
            /**
             * Plan
             * @enum {string}
             */
            plan: "free" | "pro" | "business" | "unlimited";
            /**
             * Source
             * @enum {string}
             */
            source: "user" | "organization" | "installation";
            /** Planversion */
            planVersion: number;
            /** Timezone */
            timeZone: string;
            features: components["schemas"]["FeatureTable"];
            /** Usage */
            usage: components["schemas"]["UsageEntry"][];
        };
        /** UsageEntry */
        UsageEntry: {
            /** Feature */
            feature: string;
            /** Used */
            used: number;
            /** Limit */
            limit: number | null;
            /** Resetsat */
            resetsAt: string | null;
            /** Period */
            period: string | null;
        };
        /** UsageOfAllShape */
        UsageOfAllShape: {
            /** Feature */
            feature: string;
            /** Period */
            period: string | null;
            /** Used */
            used: number;
            /** People */
            people: number;
            /** Top */
            top: components["schemas"]["UsedBy"][];
        };
        /** UsedBy */
        UsedBy: {
            /**
             * Userid
             * Format: uuid
             */
            userId: string;
            /** Name */
            name: string;
            /** Email */
            email: string | null;
            /** Used */
            used: number;
        };
        /** UserEntry */
        UserEntry: {
            /**
             * Id
             * Format: uuid
             */
            id: string;
            /** Email */
            email: string | null;
            /** Name */
            name: string;
            /** Isadmin */
            isAdmin: boolean;
            /** Suspendedat */
            suspendedAt: string | null;
            /**
             * Createdat
             * Format: date-time
             */
            createdAt: string;
            /** Lastseenat */
            lastSeenAt: string | null;
            /** Plan */
            plan: string | null;
            limits: components["schemas"]["LimitsShape"];
            organization: components["schemas"]["TheirOrganization"] | null;
        };
        /** UserList */
        UserList: {
            /** Users */
            users: components["schemas"]["UserEntry"][];
            /** Defaultplan */
            defaultPlan: string;
            /** Nextcursor */
            nextCursor: string | null;
        };
        /** Ways */
        Ways: {
            /** Providers */
            providers: components["schemas"]["ProviderEntry"][];
            /** Hasaccounts */
            hasAccounts: boolean;
            /**
             * Registration
             * @enum {string}
             */
            registration: "open" | "invite" | "closed";
            /** Needssetupcode */
            needsSetupCode: boolean;
            /** Sendsmail */
            sendsMail: boolean;
        };
        /** WorkerHealth */
        WorkerHealth: {
            /** Heardat */
            heardAt: string | null;
        };
        /** Zone */
        Zone: {
            /** Timezone */
            timeZone: string;
            /** Holdsfrom */
            holdsFrom: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
